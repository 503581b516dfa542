// resolve PREFIX COUNT DOMAIN: looks COUNT names up, PREFIX1.DOMAIN and so on, by getaddrinfo, and prints what came of it
// as JSON. Linked with musl, whose resolver asks over UDP, and which before 1.2.4 took a truncated answer for all there is.
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: resolve PREFIX COUNT DOMAIN\n");
    return 64;
  }
  int names = atoi(argv[2]), unresolved = 0, last = 0;
  for (int i = 1; i <= names; i++) {
    char name[256];
    snprintf(name, sizeof name, "%s%d.%s", argv[1], i, argv[3]);
    struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM}, *found = 0;
    int error = getaddrinfo(name, "443", &hints, &found);
    if (error) {
      unresolved++;
      last = error;
    } else {
      freeaddrinfo(found);
    }
  }
  printf("{\"names\":%d,\"unresolved\":%d,\"lastError\":\"%s\"}\n", names, unresolved, last ? gai_strerror(last) : "");
  return 0;
}
