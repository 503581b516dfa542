// handshakes.js HOST PORT HANDSHAKES CIPHERS: TLS handshakes with a server that counts them, and whose authority is known
'use strict'
const http = require('http')
const tls = require('tls')

const [host, port, handshakes, ciphers] = process.argv.slice(2)

function handshake(ca) {
  return new Promise((resolve, reject) => {
    const options = { host, port, ca }
    if (ciphers) options.ciphers = ciphers
    // Closed only after the server has the end of the handshake too.
    const socket = tls.connect(options, () => socket.end())
    // The certificate is refused for its key. Anything else is not the fault.
    socket.on('error', error => { if (!/key too (small|weak)/.test(error.message + error.reason)) reject(error) })
    socket.on('close', resolve)
  })
}

http.get(`http://${host}:8099/ca.pem?port=${port}`, async answer => {
  let ca = ''
  for await (const part of answer) ca += part
  for (let number = 0; number < handshakes; number++) await handshake(ca)
})
