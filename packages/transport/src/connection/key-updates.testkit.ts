import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:net'
import { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { createAuthority } from '@parley/testkit'

/** HKDF-Expand-Label of RFC 8446 §7.1, for up to 32 bytes. */
function expand(secret: Buffer, label: string, length: number): Buffer {
  const name = Buffer.from(`tls13 ${label}`)
  const info = Buffer.concat([Buffer.from([0, length, name.length]), name, Buffer.from([0, 1])])
  return createHmac('sha256', secret).update(info).digest().subarray(0, length)
}

/** The records of one side, protected by TLS_AES_128_GCM_SHA256 (RFC 8446 §5.2). */
class RecordWriter {
  #secret: Buffer
  #count = 0

  constructor(secret: Buffer) {
    this.#secret = secret
  }

  /** Counts a record that the library wrote with the same secret. */
  take(record: Buffer): void {
    const opening = createDecipheriv('aes-128-gcm', expand(this.#secret, 'key', 16), this.#nonce())
    opening.setAAD(record.subarray(0, 5)).setAuthTag(record.subarray(-16))
    opening.update(record.subarray(5, -16))
    try {
      opening.final()
      this.#count += 1
    } catch {
      // It is one of the handshake, which has other keys.
    }
  }

  /** Returns an update of keys that asks for one of the other side (RFC 8446 §4.6.3). */
  keyUpdate(): Buffer {
    const content = Buffer.from([24, 0, 0, 1, 1, 22])
    const head = Buffer.from([23, 3, 3, 0, content.length + 16])
    const sealing = createCipheriv('aes-128-gcm', expand(this.#secret, 'key', 16), this.#nonce())
    sealing.setAAD(head)
    const sealed = Buffer.concat([head, sealing.update(content), sealing.final(), sealing.getAuthTag()])
    this.#secret = expand(this.#secret, 'traffic upd', 32)
    this.#count = 0
    return sealed
  }

  #nonce(): Buffer {
    const nonce = expand(this.#secret, 'iv', 12)
    nonce.writeUInt32BE((nonce.readUInt32BE(8) ^ this.#count) >>> 0, 8)
    return nonce
  }
}

/** Returns a server that answers the first bytes over TLS 1.3 with updates of keys, and reads nothing from then on. */
export function keyUpdatingServer(updates: number): Server {
  const identity = createAuthority().issue({ usage: 'server', name: '127.0.0.1' })
  return createServer(raw => {
    raw.on('error', () => {})
    const written: Buffer[] = []
    let secret = Buffer.alloc(0)
    /** From then on the library writes nothing more, such as tickets, which would have other keys. */
    let isTakenOver = false
    const stream = new Duplex({
      read() {},
      write(bytes: Buffer, _encoding, done) {
        if (isTakenOver) return done()
        written.push(bytes)
        raw.write(bytes, () => done())
      },
    })
    raw.on('data', bytes => stream.push(bytes))
    const secured = new TLSSocket(stream, {
      isServer: true,
      cert: identity.certificatePem,
      key: identity.privateKeyPem,
      minVersion: 'TLSv1.3',
      ciphers: 'TLS_AES_128_GCM_SHA256',
    })
    secured.on('error', () => {})
    secured.on('keylog', (line: Buffer) => {
      const [, found] = /SERVER_TRAFFIC_SECRET_0 \w+ (\w+)/.exec(line.toString()) ?? []
      if (found !== undefined) secret = Buffer.from(found, 'hex')
    })
    secured.once('data', () => {
      isTakenOver = true
      raw.pause().removeAllListeners('data')
      const records = new RecordWriter(secret)
      for (const record of recordsIn(Buffer.concat(written))) records.take(record)
      raw.write(Buffer.concat(Array.from({ length: updates }, () => records.keyUpdate())))
    })
  })
}

function* recordsIn(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; ) {
    const end = at + 5 + bytes.readUInt16BE(at + 3)
    if (bytes[at] === 23) yield bytes.subarray(at, end)
    at = end
  }
}
