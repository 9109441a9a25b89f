import type { Command, LocalCommand } from './command.ts';
import { backup } from './commands/backup.ts';
import { erased } from './commands/erased.ts';
import { exportPerson } from './commands/export.ts';
import { find } from './commands/find.ts';
import { keys } from './commands/keys.ts';
import { migrate } from './commands/migrate.ts';
import { lag, rebuild } from './commands/models.ts';
import { parked } from './commands/parked.ts';
import { restore } from './commands/restore.ts';
import { diff, show, state } from './commands/stream.ts';
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
    find,
    export: exportPerson,
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
