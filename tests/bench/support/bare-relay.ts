import { createServer } from 'node:http';
import { Server } from 'socket.io';

/** The least cost of a delivery: bare Socket.IO that relays a message to its room. */
const server = createServer((_, response) => {
  const { user, system } = process.cpuUsage();
  response.end(
    `process_cpu_seconds_total ${(user + system) / 1e6}\nprocess_resident_memory_bytes ${process.memoryUsage.rss()}\n`,
  );
});
const io = new Server(server, { serveClient: false });
io.on('connection', (socket) => {
  void socket.join('room');
  socket.on('send', (message: unknown) => io.to('room').emit('newMessage', message));
});
server.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
