import type { Command, LocalCommand } from './command.ts';
import { backup } from './commands/backup.ts';
import { diff } from './commands/diff.ts';
import { erased } from './commands/erased.ts';
import { keys } from './commands/keys.ts';
import { lag } from './commands/lag.ts';
import { migrate } from './commands/migrate.ts';
import { parked } from './commands/parked.ts';
import { rebuild } from './commands/rebuild.ts';
import { restore } from './commands/restore.ts';
import { show } from './commands/show.ts';
import { state } from './commands/state.ts';
import { streams } from './commands/streams.ts';
import { timeline } from './commands/timeline.ts';
import { verify } from './commands/verify.ts';

/** In help order. */
export const commands: ReadonlyMap<string, Command | LocalCommand> = new Map<string, Command | LocalCommand>(
  Object.entries({
    streams,
    show,
    state,
    diff,
    timeline,
    lag,
    parked,
    rebuild,
    verify,
    keys,
    backup,
    restore,
    erased,
    migrate,
  }),
);
