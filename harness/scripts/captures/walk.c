/* Looks names up one after the other, as programs do that call getaddrinfo: n0.walk.lab, n1.walk.lab and so on, from two processes. */
#define _DEFAULT_SOURCE
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int names = argc > 1 ? atoi(argv[1]) : 20;
  int half = fork() == 0;
  for (int i = half; i < names; i += 2) {
    char name[64];
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found = NULL;
    snprintf(name, sizeof name, "n%d.walk.lab", i);
    if (getaddrinfo(name, "80", &hints, &found) == 0) {
      freeaddrinfo(found);
    }
    usleep(200000);
  }
  if (!half) {
    wait(NULL);
  }
  return 0;
}
