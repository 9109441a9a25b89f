import { describe, expect, it } from 'vitest';
import { createSequenceBook } from './sequences.ts';

const at = (sequence: number, audience = 'group-1') => ({ audience, sequence });

describe('the book of sequences', () => {
  it('the book of sequences lets each change through once and in order', () => {
    const book = createSequenceBook();
    book.compare({ 'group-1': 4 });
    expect(book.receive(at(5))).toBe('apply');
    expect(book.receive(at(5))).toBe('known');
    expect(book.receive(at(4))).toBe('known');
    expect(book.receive(at(6))).toBe('apply');
  });

  it('the book of sequences holds back early changes until the missing ones have come', () => {
    const book = createSequenceBook();
    book.compare({ 'group-1': 4 });
    expect(book.receive(at(7))).toBe('gap');
    expect(book.gaps()).toEqual({ 'group-1': 4 });
    expect([5, 6, 7].map((sequence) => book.receive(at(sequence)))).toEqual(['apply', 'apply', 'apply']);
    expect(book.gaps()).toEqual({});
  });

  it('the book of sequences lists changed audiences after a reconnect, with the last change the client has', () => {
    const book = createSequenceBook();
    book.compare({ 'group-1': 4, 'group-2': 9 });
    book.receive(at(5));
    expect(book.compare({ 'group-1': 8, 'group-2': 9, 'group-3': 2 })).toEqual({ restarted: [], gone: [] });
    expect(book.gaps()).toEqual({ 'group-1': 5 });
  });

  it('the book of sequences lists audiences that the person has left after a reconnect', () => {
    const book = createSequenceBook();
    book.compare({ 'group-1': 4, 'group-2': 9 });
    expect(book.compare({ 'group-1': 4 }).gone).toEqual(['group-2']);
    expect(book.compare({ 'group-1': 4 }).gone).toEqual([]);
  });

  it('the book of sequences notices when the server restarts its numbering', () => {
    const book = createSequenceBook();
    book.compare({ 'group-1': 40 });
    expect(book.compare({ 'group-1': 3 }).restarted).toEqual(['group-1']);
    expect(book.gaps()).toEqual({});
    expect(book.receive(at(4))).toBe('apply');
  });

  it('the book of sequences starts from the oldest answer read before changes were followed', () => {
    const book = createSequenceBook();
    book.noteRead({ 'group-1': 7 });
    book.noteRead({ 'group-1': 5 });
    book.compare({ 'group-1': 7 });
    expect(book.gaps()).toEqual({ 'group-1': 5 });
  });

  it('the book of sequences keeps audiences apart', () => {
    const book = createSequenceBook();
    book.compare({ 'group-1': 1, 'group-2': 1 });
    expect(book.receive(at(3, 'group-2'))).toBe('gap');
    expect(book.receive(at(2))).toBe('apply');
  });
});
