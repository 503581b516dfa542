// Answers each request after one call of its upstream, with the client that CLIENT names.
const http = require('http');
const { Agent, request } = require('undici');

const CLIENTS = {
  undici: {}, // closes idle connections after 4 s
  'undici-keep': { keepAliveTimeout: 600e3 },
  'undici-timeout': { keepAliveTimeout: 600e3, headersTimeout: 2e3 },
};
const dispatcher = new Agent(CLIENTS[process.env.CLIENT]);

http
  .createServer(async (_, response) => {
    try {
      const { statusCode, body } = await request('http://api:8080/', { dispatcher });
      await body.dump();
      response.writeHead(statusCode).end();
    } catch (error) {
      console.error(error.message);
      response.writeHead(503).end();
    }
  })
  .listen(8080);
