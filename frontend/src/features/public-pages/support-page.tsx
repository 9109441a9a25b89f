import { ChevronDown, Link, LogOut, type LucideIcon, Mail, RotateCw, Smartphone } from 'lucide-react';
import { SUPPORT_EMAIL } from '../../shared/lib/support-contact.ts';
import { PersonArt, type PersonLook } from '../../shared/ui/people/person-art.tsx';
import { Html } from './html.tsx';
import { readMarkdownPage } from './markdown-sections.ts';
import { PublicFrame } from './public-frame.tsx';
import questions from './questions.md?raw';

const TIPS: readonly { Icon: LucideIcon; title: string; text: string }[] = [
  { Icon: RotateCw, title: 'Reload the page', text: 'It reconnects chat and fetches fresh events.' },
  { Icon: Smartphone, title: 'Check your signal', text: 'Codes come as text messages and need reception.' },
  { Icon: Link, title: 'Ask for a new link', text: 'An old invitation may have been renewed, or its group deleted.' },
  { Icon: LogOut, title: 'Sign out and in again', text: 'Fixes most problems with loading groups.' },
];

const STAFF: readonly PersonLook[] = ['bun', 'crop', 'scarf'];

export function SupportPage() {
  const { title, sections } = readMarkdownPage(questions);
  return (
    <PublicFrame path="/support">
      <div className="support">
        <div className="support__title">
          <h1>How can we help?</h1>
          <p>Twenty answers to what people ask most, and a person if you need one.</p>
        </div>
        <section className="support__faq" aria-labelledby="faq">
          <h2 id="faq">{title}</h2>
          <div className="questions">
            {sections.map((section) => (
              <details key={section.id} id={section.id}>
                <summary>
                  {section.title}
                  <ChevronDown className="i" />
                </summary>
                <Html html={section.html} />
              </details>
            ))}
          </div>
        </section>
        <aside className="support__side" aria-label="Contact and tips">
          <section className="contact">
            <div className="avatars" aria-hidden="true">
              {STAFF.map((look) => (
                <span key={look} className="avatar avatar--36">
                  <PersonArt look={look} />
                </span>
              ))}
            </div>
            <h2>Contact support</h2>
            <p>We reply within 24 hours.</p>
            <a className="btn" href={`mailto:${SUPPORT_EMAIL}`}>
              <Mail className="i i--sm" />
              {SUPPORT_EMAIL}
            </a>
          </section>
          <section className="tips card">
            <h2>Troubleshooting tips</h2>
            <ol>
              {TIPS.map(({ Icon, title, text }) => (
                <li key={title}>
                  <span>
                    <Icon className="i" />
                  </span>
                  <div>
                    <b>{title}</b>
                    {text}
                  </div>
                </li>
              ))}
            </ol>
          </section>
        </aside>
      </div>
    </PublicFrame>
  );
}
