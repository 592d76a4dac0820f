// Ends what one server started when the process that started the server is gone, however it went.
// Its standard input is a pipe from that process, and closes with it.
import { endProcessesOf } from './processes.mjs';

const [mark] = process.argv.slice(2);
process.stdin.resume();
process.stdin.once('close', () => endProcessesOf(mark));
