import type { ReactNode } from 'react';
import { SupportLink } from './support-link.tsx';

export interface Question {
  /** The fragment of its address. */
  id: string;
  question: string;
  answer: ReactNode;
}

/** What people ask most, in the order they run into it. */
export const questions: readonly Question[] = [
  { id: 'free', question: 'Is Quorum free?', answer: 'Yes. The app is free, for you and for everyone in your groups.' },
  {
    id: 'sign-in',
    question: 'How do I sign in?',
    answer:
      'Enter your phone number, then the 6-digit code that we text to it. There is no password to remember. You stay signed in on that browser for up to 30 days.',
  },
  {
    id: 'phone-numbers',
    question: 'Which phone numbers work?',
    answer:
      'Numbers of the United States and its territories that receive text messages. To change yours, go to Account and edit Phone Number. Your groups and messages stay.',
  },
  {
    id: 'no-code',
    question: 'My code didn’t arrive. What now?',
    answer:
      'Check the number, wait 30 seconds, and choose Resend. Only the newest code works, and it works for 10 minutes. After 5 codes in an hour you have to wait.',
  },
  {
    id: 'my-schedule',
    question: 'What is My Schedule?',
    answer:
      'Your own calendar. It shows events from all of your groups in one place, each in the color of its group, plus events that only you can see.',
  },
  {
    id: 'create-group',
    question: 'How do I create a group?',
    answer:
      'Press the plus in the bar on the left and choose Create a Group. Give it a name and a description, add an image if you like, and set what members may do.',
  },
  {
    id: 'join-group',
    question: 'How do I join a group?',
    answer:
      'Open the invite link that you got, or press the plus, choose Join a Group, and enter the 6-digit code. You see the group before you join it.',
  },
  {
    id: 'invite',
    question: 'How do I invite people?',
    answer:
      'Open the group’s settings or its member list, and copy the link or the code. The owner and admins can always invite; members can if the owner allows it.',
  },
  {
    id: 'who-runs-a-group',
    question: 'Who runs a group?',
    answer:
      'The group’s creator is an admin who can promote members: in Members, open a member’s menu and choose Make Admin. Admins edit the group’s details, invite, create events, delete messages and remove members. Only the owner changes permissions and roles, hands the group over with Transfer Ownership, or deletes it.',
  },
  {
    id: 'members',
    question: 'What can members do?',
    answer:
      'Members read and write in the chat and see the calendar. They can create events unless the owner turns that off, and invite people or edit the group’s details if the owner turns that on.',
  },
  {
    id: 'change-event',
    question: 'Can I change or delete an event?',
    answer:
      'Yes, if you created it. Open its card to edit the name, description, location or time, or to delete it. Events that are over can’t be edited.',
  },
  {
    id: 'overlap',
    question: 'What happens when two events overlap?',
    answer:
      'Quorum warns you and lists what is already scheduled. You can choose another time, or Create Anyway. You’ll then see both events side by side.',
  },
  {
    id: 'video-meeting',
    question: 'Can I add a video meeting?',
    answer:
      'Yes. In the location step choose Teams, Meet or Zoom and paste the invite link. The event then has a button that opens the meeting.',
  },
  {
    id: 'time-zones',
    question: 'Which time zone do events use?',
    answer:
      'An event keeps the time zone of whoever created it, and everyone sees it in their own. Where the two differ, the card names the creator’s local time too.',
  },
  {
    id: 'file-size',
    question: 'How large can files be?',
    answer: 'The limit is 100MB per file. That is for videos; all other files can be up to 25MB each.',
  },
  {
    id: 'messages',
    question: 'Can I edit, delete or report a message?',
    answer:
      'You can edit a text message for 24 hours and delete your own messages at any time. To report someone else’s, open the message’s menu and choose Report. A person reviews it.',
  },
  {
    id: 'who-sees-my-number',
    question: 'Who can see my phone number?',
    answer: 'Nobody in your groups. Members see your name and photo, or the last 2 digits if you have no name yet.',
  },
  {
    id: 'copy-of-my-data',
    question: 'How do I get a copy of my data?',
    answer:
      'Go to Account, then Help & Support, and choose Download my data: profile, groups, events, messages and files come at once as a ZIP. If you ask us instead, data export takes place within 30 days.',
  },
  {
    id: 'delete-account',
    question: 'How do I delete my account?',
    answer:
      'Go to Account, then Help & Support, then Delete Account. Your profile, messages, events, memberships and reactions are removed. Groups you own pass to the member who joined first.',
  },
  {
    id: 'reach-support',
    question: 'How do I reach a person?',
    answer: (
      <>
        Write to <SupportLink />. Support replies within 24 hours.
      </>
    ),
  },
];
