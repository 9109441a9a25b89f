import { expect, it } from 'vitest';
import { markOf, mentionsIn, replaceMentions, splitAtMentions, withoutBrokenMark, withoutMarks } from './mentions.ts';

const ada = '00000000-0000-4000-8000-00000000000a';

it('marks name people and everyone, and nothing else is a mark (MENTION-04)', () => {
  const text = `${markOf(ada)} and ${markOf('everyone')}, again ${markOf(ada)}. <@ada> <@${ada.toUpperCase()}> <@${ada} > <@Everyone>`;
  expect(mentionsIn(text)).toEqual([ada, 'everyone']);
  expect(replaceMentions(text, (mentioned) => (mentioned === ada ? '@Ada' : '@all'))).toBe(
    `@Ada and @all, again @Ada. <@ada> <@${ada.toUpperCase()}> <@${ada} > <@Everyone>`,
  );
  expect(splitAtMentions(`Hi ${markOf(ada)}!`)).toEqual(['Hi ', ada, '!']);
});

it('a typed mark loses its brackets, and a text that is cut keeps no half of one (MENTION-04)', () => {
  expect(withoutMarks(`Hi ${markOf(ada)} and ${markOf('everyone')}`)).toBe(`Hi @${ada} and @everyone`);
  for (const end of ['<@', '<@0000', `<@${ada}`, '<@every']) expect(withoutBrokenMark(`Hi ${end}`)).toBe('Hi ');
  expect(withoutBrokenMark(`Hi ${markOf(ada)}`)).toBe(`Hi ${markOf(ada)}`);
  expect(withoutBrokenMark('a <b')).toBe('a <b');
});
