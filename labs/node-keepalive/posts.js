// posts.js HOST PORT POSTS AGENT: one POST after another. AGENT: default, close (keepAlive: false), keep (keepAlive: true)
'use strict'
const http = require('http')

const [host, port, posts, which] = process.argv.slice(2)
const own = { close: new http.Agent({ keepAlive: false }), keep: new http.Agent({ keepAlive: true }) }

function post() {
  return new Promise((resolve, reject) => {
    const request = http.request({ host, port, method: 'POST', agent: own[which] }, answer => {
      if (answer.statusCode !== 200) reject(new Error(`answered with ${answer.statusCode}`))
      answer.resume()
    })
    // The server resets the connection that is used again. Anything else is not the fault.
    request.on('error', error => { if (error.code !== 'ECONNRESET') reject(error) })
    request.on('close', resolve)
    request.end('order')
  })
}

async function all() {
  for (let number = 0; number < posts; number++) await post()
  for (const agent of [http.globalAgent, own.close, own.keep]) agent.destroy()
}
all()
