import { SUPPORT_EMAIL } from '../../shared/lib/support-contact.ts';

export function SupportLink() {
  return (
    <a className="link" href={`mailto:${SUPPORT_EMAIL}`}>
      {SUPPORT_EMAIL}
    </a>
  );
}
