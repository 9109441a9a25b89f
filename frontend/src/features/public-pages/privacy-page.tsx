import { LegalPage, type LegalSection } from './legal-page.tsx';
import { SupportLink } from './support-link.tsx';

const SHORT = [
  'Members never see your full phone number.',
  'We show no ads, use no trackers, and sell nothing about you.',
  'You can take your data with you, and delete it for good.',
];

const SECTIONS: readonly LegalSection[] = [
  {
    id: 'what-we-keep',
    title: 'What we keep',
    text: (
      <>
        <p>
          Your phone number, email, name and photo; your groups, events, messages, reactions and files; and the times
          you used Quorum and the device you used.
        </p>
        <p>
          A photo or picture you upload loses what a camera hides in it, such as the place where it was taken. Your
          browser keeps your sign-in, your settings and messages that are not sent yet. Quorum sets no cookies.
        </p>
      </>
    ),
  },
  {
    id: 'who-sees-it',
    title: 'Who sees it',
    text: (
      <>
        <p>
          Members of your groups see your name and photo and what you post there. Your full phone number is never shown
          to them: a member without a name appears with its last 2 digits. Your email is never shown to them.
        </p>
        <p>Personal events in My Schedule are yours alone.</p>
        <p>
          If a message is reported, the people who review reports see that message, who sent it and who reported it. A
          copy stays with the report, even if the message is deleted meanwhile.
        </p>
      </>
    ),
  },
  {
    id: 'others',
    title: 'Who helps us',
    text: (
      <ul>
        <li>A text message provider gets your phone number in order to send you codes.</li>
        <li>If an address service is set up, it gets what you type into an event’s location, without your name.</li>
        <li>
          An event’s address leads to Google Maps. Google gets that address from your browser when you open the link,
          and not before.
        </li>
        <li>
          For the preview of a link, our servers open the page that you posted. The page sees our servers, not you.
        </li>
      </ul>
    ),
  },
  {
    id: 'protection',
    title: 'How it is protected',
    text: (
      <>
        <p>
          Personal details, messages and files are encrypted with a key of your own. Deleting your account destroys that
          key, so that nothing encrypted with it can be read again.
        </p>
        <p>
          You sign in with a code that works once. You stay signed in for up to 30 days, and signing out ends that
          session at once. Whenever one of our staff looks at personal data, that look is recorded.
        </p>
      </>
    ),
  },
  {
    id: 'your-data',
    title: 'Your data',
    text: (
      <>
        <p>
          Take a copy at any time with <b>Download my data</b> under Help &amp; Support. If you ask us instead, you get
          it within 30 days.
        </p>
        <p>
          You can correct your profile in your account, delete single messages and events, and delete your whole account
          with everything you made. After that, what remains of you is the bare record that something happened: no name,
          no number, no text. Copies in backups, and in the logs from which our databases recover, last until those
          expire or are overwritten.
        </p>
      </>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    text: <p>Quorum is for people of 13 and older. Under 18, a parent or guardian has to agree.</p>,
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

export function PrivacyPage() {
  return <LegalPage path="/privacy" title="Privacy Policy" short={SHORT} sections={SECTIONS} />;
}
