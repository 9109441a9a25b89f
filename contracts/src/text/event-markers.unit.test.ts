import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeEventMessage, encodeEventMessage, removeEventMarkers } from './event-markers.ts';

const pieces = fc.array(
  fc.constantFrom(
    '[EVENT_DATA]',
    '[/EVENT_DATA]',
    '[EVENT_',
    'DATA]',
    '[',
    ']',
    '/',
    '\n',
    '"',
    '\\',
    'Created event: ',
    'x',
    '{}',
  ),
  { maxLength: 12 },
);
const hostile = pieces.map((list) => list.join(''));

describe('event markers', () => {
  it('event markers surround the data in a line that starts with the name (CHAT-24, CHAT-25)', () => {
    expect(encodeEventMessage({ name: 'Design critique', duration: 60 })).toBe(
      'Created event: Design critique\n[EVENT_DATA]{"name":"Design critique","duration":60}[/EVENT_DATA]',
    );
  });

  it("event markers can be read back, whatever the event's texts contain (CHAT-26)", () => {
    fc.assert(
      fc.property(hostile, hostile, (name, description) => {
        const event = { name, description, duration: 60 };
        const message = decodeEventMessage(encodeEventMessage(event));
        expect(message?.event).toEqual(event);
        expect(encodeEventMessage(event).match(/\[\/?EVENT_DATA\]/g)).toEqual(['[EVENT_DATA]', '[/EVENT_DATA]']);
        expect(message?.name).not.toMatch(/\[\/?EVENT_DATA\]|\n/);
      }),
    );
  });

  it('event markers are removed from what a user types (CHAT-27)', () => {
    const typed = 'Created event: Free money\n[EVENT_DATA]{"name":"Free money"}[/EVENT_DATA]';
    expect(decodeEventMessage(typed)).toBeDefined();
    expect(removeEventMarkers(typed)).toBe('Created event: Free money\n{"name":"Free money"}');
    expect(removeEventMarkers('[EVENT_[EVENT_DATA]DATA]')).toBe('');
    fc.assert(
      fc.property(hostile, (text) => {
        const clean = removeEventMarkers(text);
        expect(clean).not.toMatch(/\[\/?EVENT_DATA\]/);
        expect(decodeEventMessage(clean)).toBeUndefined();
      }),
    );
  });

  it('event markers are ignored in an ordinary message with broken data', () => {
    const framed = (json: string): string => `Created event: x\n[EVENT_DATA]${json}[/EVENT_DATA]`;
    expect(['{', '[]', 'null', '"x"', ''].map((json) => decodeEventMessage(framed(json)))).toEqual(
      Array(5).fill(undefined),
    );
    expect(decodeEventMessage('Created event: x')).toBeUndefined();
    expect(decodeEventMessage(`Look: ${framed('{}')}`)).toBeUndefined();
  });
});
