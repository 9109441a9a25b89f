import { LegalPage, type LegalSection } from './legal-page.tsx';
import { SupportLink } from './support-link.tsx';

const SHORT = [
  'Be 13 or older; under 18, have a parent’s consent.',
  'What you post is yours, and stays in the group you post it to.',
  'Be decent. Reported messages are reviewed by a person.',
];

const SECTIONS: readonly LegalSection[] = [
  {
    id: 'who-can-use-quorum',
    title: 'Who can use Quorum',
    text: (
      <>
        <p>
          You must be <b>13 or older</b> to use Quorum. If you are <b>under 18</b>, you need the consent of a parent or
          guardian.
        </p>
        <p>
          You need a US phone number. It is the key to your account, so keep it yours: whoever receives its text
          messages can sign in.
        </p>
      </>
    ),
  },
  {
    id: 'your-account',
    title: 'Your account',
    text: (
      <>
        <p>
          One person, one account. Give a name that the people in your groups will know, and keep your email up to date.
        </p>
        <p>
          You can delete your account at any time under Help &amp; Support. Your profile, messages, events and reactions
          go with it. A group you own passes to the member who joined first. A group with nobody else in it is deleted.
        </p>
      </>
    ),
  },
  {
    id: 'groups',
    title: 'Groups and what you share',
    text: (
      <>
        <p>
          What you post stays yours. By posting it you let Quorum store it and show it to the members of that group, and
          to no one else. If a message is reported, the people who review reports see it too.
        </p>
        <ul>
          <li>Videos can be up to 100MB, other files up to 25MB.</li>
          <li>Members who join later can read what was posted before.</li>
          <li>The owner and the admins of a group can delete messages and remove members.</li>
          <li>Anyone with a group’s invite code or link can join it until the code is renewed.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'not-allowed',
    title: 'What is not allowed',
    text: (
      <>
        <p>Don’t use Quorum to:</p>
        <ul>
          <li>harass, threaten or demean anyone, or promote violence;</li>
          <li>post sexual content, spam, or anything you have no right to share;</li>
          <li>pretend to be someone else, or sign up with a number that isn’t yours;</li>
          <li>break the law, overload the service, or get around its limits.</li>
        </ul>
        <p>
          Any member can report a message. We may remove it. We may also ban the account that sent it: its data is
          deleted, and its phone number can’t be used to sign up again.
        </p>
      </>
    ),
  },
  {
    id: 'the-service',
    title: 'The service',
    text: (
      <>
        <p>Quorum is free. We work to keep it running and correct, but we can’t promise that it always is.</p>
        <p>Don’t rely on it alone for anything where a missed message or event could do harm.</p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    text: (
      <p>
        If we change these terms, we put the new ones here with a new date. By using Quorum after that date you accept
        them.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    text: (
      <p>
        <SupportLink />. We reply within 24 hours.
      </p>
    ),
  },
];

export function TermsPage() {
  return <LegalPage path="/terms" title="Terms of Service" short={SHORT} sections={SECTIONS} />;
}
