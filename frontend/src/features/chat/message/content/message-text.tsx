import { spokenText } from '@quorum/contracts/message/spoken-text.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { splitAtMentions } from '@quorum/contracts/text/mentions.ts';
import { Fragment, useId, useState } from 'react';
import { classNames } from '../../../../shared/lib/class-names.ts';
import { LinkedText } from '../../../../shared/ui/page/linked-text.tsx';
import { Mention } from './mention.tsx';

type Written = Pick<MessageView, 'content' | 'isEdited' | 'mentions'>;

const MAX_LARGE = 3;
/** Characters and lines from which a message is folded: well above the twelve lines shown when folded. */
const LONG_TEXT = 1400;
const LONG_LINES = 16;

const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[#*0-9]\uFE0F?\u20E3)/u;

/** Whether the text is one to three emoji and nothing else. */
const isLarge = (text: string): boolean => {
  // Joined emoji take up to a dozen units each, so a longer text need not be split.
  if (text.length > 60) return false;
  const signs = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)]
    .map(({ segment }) => segment)
    .filter((segment) => segment.trim() !== '');
  return signs.length > 0 && signs.length <= MAX_LARGE && signs.every((sign) => EMOJI.test(sign));
};

const isLong = (text: string): boolean =>
  text.length > LONG_TEXT || text.split('\n', LONG_LINES + 1).length > LONG_LINES;

/**
 * A message's text with its links and its code. Everything else in it is plain text. A few emoji are enlarged, long texts are
 * folded.
 */
export function MessageText({ message }: { message: Written }) {
  const { content: text, isEdited } = message;
  const [unfolded, setUnfolded] = useState(false);
  const id = useId();
  const long = isLong(text);
  const look = isLarge(text) ? 'message__text message__text--emoji' : 'message__text';
  return (
    <>
      <p className={long && !unfolded ? `${look} is-folded` : look} dir="auto" id={id}>
        <TextWithCode message={message} />
        {isEdited && (
          <>
            {' '}
            <span className="edited">(edited)</span>
          </>
        )}
      </p>
      {long && (
        <button
          type="button"
          className="message__fold"
          aria-expanded={unfolded}
          aria-controls={id}
          onClick={() => setUnfolded(!unfolded)}
        >
          {unfolded ? 'Show less' : 'Show more'}
        </button>
      )}
    </>
  );
}

/** Text between backticks, or, over several lines, between three of them. */
const CODE = /```(?:[a-z0-9]*\n)?([\s\S]+?)```|`([^`\n]+)`/g;

function TextWithCode({ message }: { message: Written }) {
  const { content: text } = message;
  const found = [...text.matchAll(CODE)];
  const afterOf = (at: number): number => (found[at] ? found[at].index + found[at][0].length : 0);
  return (
    <>
      {found.map(({ index, 1: block, 2: inline }, at) => (
        <Fragment key={index}>
          <TextWithMentions text={text.slice(afterOf(at - 1), index)} message={message} />
          <code className={classNames('message__code', block !== undefined && 'message__code--block')}>
            {spokenText({ ...message, content: block?.replace(/\n$/, '') ?? inline ?? '' })}
          </code>
        </Fragment>
      ))}
      <TextWithMentions text={text.slice(afterOf(found.length - 1))} message={message} />
    </>
  );
}

/** Names in place of marks. */
function TextWithMentions({ text, message }: { text: string; message: Written }) {
  const [first = '', ...rest] = splitAtMentions(text);
  if (rest.length === 0) return <LinkedText text={first} />;
  return (
    <>
      <LinkedText text={first} />
      {rest.map((part, at) =>
        at % 2 === 0 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their order.
          <Mention key={at} mentioned={part} mentions={message.mentions ?? []} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <LinkedText key={at} text={part} />
        ),
      )}
    </>
  );
}
