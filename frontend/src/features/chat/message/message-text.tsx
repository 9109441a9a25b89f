import { useId, useState } from 'react';
import { LinkedText } from '../../../shared/ui/linked-text.tsx';
import { isLarge, isLong } from './text-size.ts';

/**
 * A message's text with its links. Everything else in it is plain text. A few emoji are enlarged, long texts are
 * folded.
 */
export function MessageText({ text, isEdited = false }: { text: string; isEdited?: boolean }) {
  const [unfolded, setUnfolded] = useState(false);
  const id = useId();
  const long = isLong(text);
  const look = isLarge(text) ? 'msg__text msg__text--emoji' : 'msg__text';
  return (
    <>
      <p className={long && !unfolded ? `${look} is-folded` : look} dir="auto" id={id}>
        <LinkedText text={text} />
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
          className="msg__fold"
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
