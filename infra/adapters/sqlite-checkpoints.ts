import { setTimeout as pause } from 'node:timers/promises';
import type { CheckpointReply, CheckpointRequest } from './sqlite-checkpointer.ts';
import type { SqliteFile } from './sqlite-file.ts';
import { WorkerChannel } from './worker-channel.ts';

type Channel = WorkerChannel<CheckpointRequest, CheckpointReply>;

/** Attempts to empty a log while others read from it, and the milliseconds between them. */
const MAX_ATTEMPTS = 300;
const INTERVAL_MS = 100;

/** The one thread that makes the checkpoints of all files of this process. It ends with the last file. */
let thread: { readonly channel: Channel; users: number } | undefined;
let lastId = 0;

/** The checkpoints of one file's write-ahead log. */
export class SqliteCheckpoints {
  readonly #path: string;
  readonly #channel: Channel;
  readonly #id = ++lastId;
  #isClosed = false;

  private constructor(path: string, channel: Channel) {
    this.#path = path;
    this.#channel = channel;
  }

  /**
   * Copies the file's log into it about once a second from now on. The file must exist.
   * @throws Error if it cannot be opened.
   */
  static async start(file: SqliteFile): Promise<SqliteCheckpoints> {
    thread ??= { channel: new WorkerChannel('sqlite-checkpoints', undefined), users: 0 };
    thread.users += 1;
    const checkpoints = new SqliteCheckpoints(file.path, thread.channel);
    try {
      await checkpoints.#ask({ kind: 'watch', id: checkpoints.#id, file });
      return checkpoints;
    } catch (error) {
      await checkpoints.close();
      throw error;
    }
  }

  /** Copies the log without waiting for the next second. @throws Error */
  async copy(): Promise<void> {
    await this.#ask({ kind: 'copy', id: this.#id });
  }

  /**
   * Leaves no byte in the log.
   * @throws Error if that fails, or if the log stays in use for half a minute, as by a backup.
   */
  async empty(): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      if (await this.#ask({ kind: 'empty', id: this.#id })) return;
      await pause(INTERVAL_MS);
    }
    throw new Error(`the write-ahead log of ${this.#path} is in use and cannot be emptied`);
  }

  /** Call this before the last connection that writes is closed: that one then removes the log. */
  async close(): Promise<void> {
    if (this.#isClosed || thread?.channel !== this.#channel) return;
    this.#isClosed = true;
    thread.users -= 1;
    if (thread.users > 0) {
      await this.#ask({ kind: 'forget', id: this.#id });
      return;
    }
    thread = undefined;
    await this.#channel.close();
  }

  async #ask(request: CheckpointRequest): Promise<boolean> {
    const reply = await this.#channel.send(request);
    if ('unavailable' in reply) throw new Error(reply.unavailable);
    return reply.done;
  }
}
