import { ExternalLink, Mail } from 'lucide-react';
import { useState } from 'react';
import { SUPPORT_EMAIL } from '../../shared/lib/support-contact.ts';
import { Button, buttonClass } from '../../shared/ui/controls/button.tsx';
import { DataDownload } from './data-download.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { HelpCard } from './help-card.tsx';

export function HelpTab() {
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <h1>Help &amp; Support</h1>
      <div className="help">
        <HelpCard title="Support and FAQ" text="Answers to common questions, opens in a new tab.">
          <a className={buttonClass({ size: 'sm' })} href="/support" target="_blank" rel="noopener">
            Open
            <ExternalLink className="i i--sm" />
          </a>
        </HelpCard>
        <HelpCard title="Contact us" text="We reply within 24 hours.">
          <a className={buttonClass({ size: 'sm' })} href={`mailto:${SUPPORT_EMAIL}`}>
            <Mail className="i i--sm" />
            Email support
          </a>
        </HelpCard>
        <DataDownload />
        <HelpCard danger title="Delete Account" text="Removes your profile, messages and events for good.">
          <Button variant="danger-quiet" size="sm" onClick={() => setDeleting(true)}>
            Delete Account
          </Button>
        </HelpCard>
      </div>
      {deleting && <DeleteAccountDialog onClose={() => setDeleting(false)} />}
    </>
  );
}
