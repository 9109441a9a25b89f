import { expect, it } from 'vitest';
import { at, parkedEvent, type StoreUnderTest } from './store-under-test.ts';

/** The contract of parked events. */
export const parkedEventRules = (subject: StoreUnderTest): void => {
  it('parked events are kept until they are unparked (CQRS-06)', async () => {
    const { model } = await subject.prepared();
    const { model: other } = await subject.prepared();
    await subject.commitTo(model, 1, 3, [], { park: [parkedEvent(model.model, 3), parkedEvent(model.model, 2)] });
    await subject.commitTo(other, 1, 2, [], { park: [parkedEvent(other.model, 2)] });
    expect(await subject.store.parked(model.model)).toEqual([parkedEvent(model.model, 2), parkedEvent(model.model, 3)]);
    expect((await subject.store.parked()).map((each) => each.model)).toEqual(
      expect.arrayContaining([model.model, other.model]),
    );
    expect(await subject.store.countParked([model.model, other.model, 'none'])).toBe(3);
    expect(await subject.store.countParked([])).toBe(0);
    const again = { ...parkedEvent(model.model, 3), attempts: 2 };
    await subject.commitTo(model, 3, 4, [], { park: [again], unpark: [{ model: model.model, position: at(2) }] });
    expect(await subject.store.parked(model.model)).toEqual([again]);
  });

  it('an event is parked and unparked for a process manager without moving a checkpoint (CQRS-12)', async () => {
    const { model } = await subject.prepared();
    const entry = parkedEvent(`manager of ${model.model}`, 2);
    const { position } = entry;
    const nothing = { models: [], from: '', to: '', writes: [], changes: [] };
    await subject.store.commit({ ...nothing, park: [entry] });
    expect(await subject.store.parked(entry.model)).toEqual([entry]);
    await subject.store.commit({ ...nothing, unpark: [{ model: entry.model, position }] });
    expect(await subject.store.parked(entry.model)).toEqual([]);
  });
};
