// A page that asks another service through an agent of Node's http, whose options are in the environment.
//
// With keepAlive, an agent sends TCP keep-alives on idle connections, after keepAliveMsecs: 1000 unless set. A larger value, which
// looks like the time for which connections are kept, lets a NAT forget them. An idle connection is closed after timeout.
const http = require('http');

const agent = new http.Agent(JSON.parse(process.env.AGENT));

http
  .createServer((request, response) => {
    http
      .get(process.env.API_URL, { agent }, (answer) => {
        response.writeHead(answer.statusCode);
        answer.pipe(response);
      })
      .on('error', (error) => response.writeHead(502).end(`${error.message}\n`));
  })
  .listen(3000);
