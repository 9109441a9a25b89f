import { isDigitCode } from '@quorum/contracts/text/join-input.ts';
import { useId } from 'react';
import { CopyButton } from '../../shared/ui/controls/copy-button.tsx';
import './groups.css';

const CODE_LENGTH = 6;

export type InviteData = {
  readonly inviteCode?: string | undefined;
  readonly sixDigitCode?: string | undefined;
};

/** The characters to show: the six or seven digits, or dashes without a code. */
export const codeCharacters = (code: string | undefined): readonly string[] =>
  code && isDigitCode(code) ? [...code] : Array.from({ length: CODE_LENGTH }, () => '-');

export const inviteLinkOf = (inviteCode: string | undefined): string =>
  inviteCode === undefined ? '' : `${window.location.origin}/${inviteCode}`;

/** A link without its protocol. */
export const spokenLink = (link: string): string => link.replace(/^https?:\/\//, '');

/** Code and link, each with a copy button. */
export function InviteShare({ inviteCode, sixDigitCode }: InviteData) {
  const codeId = useId();
  const linkId = useId();
  const characters = codeCharacters(sixDigitCode);
  const link = inviteLinkOf(inviteCode);
  return (
    <>
      <div>
        <div className="share__h">
          <span id={codeId}>Invitation code</span>
          <CopyButton text={sixDigitCode ?? ''} disabled={!sixDigitCode} aria-describedby={codeId} />
        </div>
        <div className="digits tabular-digits" role="img" aria-label={characters.join(' ')}>
          {characters.map((character, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the digit is its position
            <b key={index}>{character}</b>
          ))}
        </div>
      </div>
      <div>
        <div className="share__h share__h--low">
          <span id={linkId}>Invitation link</span>
        </div>
        <div className="copy-row">
          <span className="copy-row__value cut">{link === '' ? '-' : spokenLink(link)}</span>
          <CopyButton text={link} disabled={link === ''} aria-describedby={linkId} />
        </div>
      </div>
    </>
  );
}
