import type { LiveMachine } from '../../src/engine.ts'

/**
 * Starts a server for tests inside a machine, in pure Python: it repeats the request (`/echo`), streams (`/slow`), returns
 * WebSocket messages, and answers wrongly where a test wants that (`/broken`, `/half`).
 */
export async function startPreview(machine: LiveMachine, port: number, options: { tls?: boolean } = {}): Promise<void> {
  const process = await machine.sandbox.start([
    '/usr/bin/python3',
    '-I',
    '-u',
    '-c',
    PREVIEW_SERVER,
    String(port),
    options.tls ? 'tls' : '',
  ])
  await new Promise<void>((resolve, reject) => {
    process.onOutput(({ stream, bytes }) => {
      const said = Buffer.from(bytes).toString()
      if (said.includes('ready')) resolve()
      else if (stream === 'stderr') reject(new Error(said))
    })
    void process.exited.then(() => reject(new Error('the server inside has ended')))
  })
}

export const PREVIEW_SERVER = `
import base64, hashlib, json, os, socketserver, ssl, subprocess, sys, time

class Visit(socketserver.StreamRequestHandler):
    def handle(self):
        line = self.rfile.readline().decode('latin1').split()
        if len(line) < 3: return
        method, path = line[0], line[1]
        headers = []
        while (row := self.rfile.readline().decode('latin1').rstrip('\\r\\n')):
            headers.append(row.split(': ', 1))
        named = {name.lower(): value for name, value in headers}
        if named.get('upgrade') == 'websocket' and path != '/refuse': return self.talk(named)
        if path == '/broken': return self.wfile.write(b'this is no HTTP\\r\\n\\r\\n')
        if path == '/half':
            return self.wfile.write(b'HTTP/1.1 200 OK\\r\\nContent-Length: 100\\r\\n\\r\\nhalf')
        if path == '/slow':
            self.wfile.write(b'HTTP/1.1 200 OK\\r\\nContent-Type: text/event-stream\\r\\nConnection: close\\r\\n\\r\\n')
            while True:
                self.wfile.write(b'data: tick\\n\\n')
                self.wfile.flush()
                time.sleep(0.05)
        body = json.dumps({'method': method, 'path': path, 'headers': headers, 'body': self.body(named)}).encode()
        head = ['HTTP/1.1 418 I am odd', 'Content-Type: application/json', 'X-Hop: 1', 'Connection: keep-alive, X-Hop',
                'Set-Cookie: a=1', 'Set-Cookie: b=2', f'Content-Length: {len(body)}', '', '']
        self.wfile.write('\\r\\n'.join(head).encode() + (b'' if method == 'HEAD' else body))

    def body(self, named):
        if 'content-length' in named: return len(self.rfile.read(int(named['content-length'])))
        total = 0
        while named.get('transfer-encoding') == 'chunked':
            size = int(self.rfile.readline(), 16)
            total += len(self.rfile.read(size))
            self.rfile.readline()
            if size == 0: break
        return total

    def talk(self, named):
        magic = named['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
        accept = base64.b64encode(hashlib.sha1(magic.encode()).digest()).decode()
        self.wfile.write(f'HTTP/1.1 101 Yes\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\nSec-WebSocket-Accept: {accept}\\r\\n\\r\\n'.encode())
        while (first := self.rfile.read(2)):
            kind, size = first[0] & 15, first[1] & 127
            if size == 126: size = int.from_bytes(self.rfile.read(2), 'big')
            elif size == 127: size = int.from_bytes(self.rfile.read(8), 'big')
            mask, data = self.rfile.read(4), self.rfile.read(size)
            plain = bytes(byte ^ mask[n % 4] for n, byte in enumerate(data))
            length = bytes([size]) if size < 126 else bytes([126]) + size.to_bytes(2, 'big')
            self.wfile.write(bytes([128 | kind]) + length + plain)
            self.wfile.flush()
            if kind == 8: return

class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True
    def get_request(self):
        connection, address = super().get_request()
        return (secure.wrap_socket(connection, server_side=True) if secure else connection), address

secure = None
if sys.argv[2:] == ['tls']:
    where = os.path.join('/tmp', 'preview.pem')
    subprocess.run(['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj',
                    '/CN=inside', '-keyout', where, '-out', where + '.crt'], check=True, capture_output=True)
    secure = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    secure.load_cert_chain(where + '.crt', where)
with Server(('127.0.0.1', int(sys.argv[1])), Visit) as server:
    print('ready', flush=True)
    server.serve_forever()
`
