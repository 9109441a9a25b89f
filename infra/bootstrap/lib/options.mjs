import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/** Rows of the README's settings table: name, default, meaning. */
const settings = () =>
  readFileSync(join(root, 'README.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\| `[A-Z]/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split(' | ')
        .map((cell) => cell.replaceAll('`', '').trim()),
    );

const help = (command, does) => {
  const rows = settings().map(
    ([name, otherwise, meaning]) => `  ${name}\n      ${meaning}\n      Default: ${otherwise}`,
  );
  return `npm ${command}: ${does}

The only option is --help. Environment variables configure the product; each has a default:

${rows.join('\n')}

Example: PORT=9000 npm start (PowerShell: $env:PORT = 9000; npm start)
`;
};

/** Handles `--help`, and rejects unknown options before anything is installed or started. */
export const readOptions = (command, does) => {
  const given = process.argv.slice(2);
  const unknown = given.find((option) => option !== '--help' && option !== '-h');
  if (unknown !== undefined) {
    process.stderr.write(`npm ${command} does not know "${unknown}". See: npm ${command} -- --help\n`);
    process.exit(2);
  }
  if (given.length === 0) return;
  process.stdout.write(help(command, does));
  process.exit(0);
};
