import { until } from '@quorum/service-kit/testing/until.ts';
import { describe, expect, it } from 'vitest';
import { type Client, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';

const product = sharedProduct();

const colorsOf = async (client: Client) => (await client.must('colorPreferences')).preferences;
const make = async (client: Client, name: string) =>
  (await client.must('createGroup', { body: { name, description: 'We meet.' } })).group;

describe('the color of a group', () => {
  it('the color of a group is stored when the group is made or joined, differs from the others, and never moves (OPEN-063)', async () => {
    const [ada, tom] = [await signUp(product), await signUp(product)];
    const [first, second] = [await make(ada, 'First'), await make(ada, 'Second')];
    await until(async () => Object.keys(await colorsOf(ada)).length === 2);
    expect(await colorsOf(ada)).toEqual({ [first._id]: 0, [second._id]: 2 });

    const theirs = await make(tom, 'Theirs');
    await ada.must('joinByCode', { body: { code: theirs.sixDigitCode ?? '' } });
    await until(async () => Object.keys(await colorsOf(ada)).length === 3);
    expect(await colorsOf(ada)).toEqual({ [first._id]: 0, [second._id]: 2, [theirs._id]: 4 });
    await until(async () => (await colorsOf(tom))[theirs._id] === 0);

    await ada.must('leaveGroup', { params: { id: theirs._id } });
    await ada.must('deleteGroup', { params: { id: first._id }, body: { confirmationName: 'First' } });
    await until(async () => Object.keys(await colorsOf(ada)).length === 1);
    expect(await colorsOf(ada)).toEqual({ [second._id]: 2 });
    const third = await make(ada, 'Third');
    await until(async () => (await colorsOf(ada))[third._id] === 0);
  });
});
