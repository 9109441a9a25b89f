import { markOf } from '@quorum/contracts/text/mentions.ts';
import { expect, it } from 'vitest';
import { asWritten, withMarks } from './mentions.ts';

const [ann, anna] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];

it('chosen names become marks, changed names stay text, and typed marks lose their brackets (MENTION-03, MENTION-04)', () => {
  const picked = [
    { id: ann, name: 'Ann' },
    { id: anna, name: 'Anna Lee' },
  ];
  expect(withMarks('@Ann and @Anna Lee, @Anna Le @Annx @ann', picked)).toBe(
    `${markOf(ann)} and ${markOf(anna)}, @Anna Le @Annx @ann`,
  );
  expect(withMarks(`${markOf(ann)} @Ann`, [])).toBe(`@${ann} @Ann`);
});

it('two chosen people of one name are both mentioned, in the order of choosing (MENTION-04)', () => {
  const picked = [ann, anna].map((id) => ({ id, name: 'Ann Lee' }));
  expect(withMarks('@Ann Lee, @Ann Lee and @Ann Lee', picked)).toBe(
    `${markOf(ann)}, ${markOf(anna)} and ${markOf(anna)}`,
  );
});

it('a text with marks becomes what was written again, with the names that were chosen (MENTION-03)', () => {
  const picked = [
    { id: ann, name: 'Ann Lee' },
    { id: 'everyone', name: 'everyone' },
  ];
  const written = 'Hi @Ann Lee and @everyone';
  expect(asWritten(withMarks(written, picked), picked)).toBe(written);
});
