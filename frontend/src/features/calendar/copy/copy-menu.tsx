import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { Download, ExternalLink } from 'lucide-react';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import { errorText } from '../../../data/api/api-error.ts';
import { downloadCalendarFile } from '../../../data/calendar-entry/download-calendar-file.ts';
import { useAppDispatch } from '../../../data/store/hooks.ts';
import { FEEDS_ANCHOR } from '../../../shared/lib/addresses.ts';
import { saveBlob } from '../../../shared/lib/save-blob.ts';
import { Menu, MenuItem, MenuNote, MenuSeparator } from '../../../shared/ui/overlays/menu.tsx';
import { useToast } from '../../../shared/ui/overlays/toast.tsx';
import { googleLink, outlookLink } from './calendar-links.ts';

interface CopyMenuProps {
  event: EventView;
  trigger: ReactElement;
  isOpenAtFirst: boolean;
}

const open = (address: string): void => void window.open(address, '_blank', 'noopener,noreferrer');

/** The ways to put a copy of an event into another calendar. */
export default function CopyMenu({ event, trigger, isOpenAtFirst }: CopyMenuProps) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const toast = useToast();
  const download = async () => {
    try {
      saveBlob(await dispatch(downloadCalendarFile(event._id)), 'quorum.ics');
    } catch (error) {
      toast(errorText(error, 'The file wasn’t downloaded. Please try again.'), 'error');
    }
  };
  return (
    <Menu label="Add to my calendar" trigger={trigger} align="start" isOpenAtFirst={isOpenAtFirst}>
      <MenuItem icon={<ExternalLink className="i i--sm" />} onSelect={() => open(googleLink(event))}>
        Google Calendar
      </MenuItem>
      <MenuItem icon={<ExternalLink className="i i--sm" />} onSelect={() => open(outlookLink(event))}>
        Outlook
      </MenuItem>
      <MenuItem icon={<Download className="i i--sm" />} onSelect={() => void download()}>
        Apple Calendar or other (.ics)
      </MenuItem>
      <MenuSeparator />
      <MenuNote>A copy doesn’t follow changes.</MenuNote>
      <MenuItem onSelect={() => navigate(`/account#${FEEDS_ANCHOR}`)}>Subscribe instead.</MenuItem>
    </Menu>
  );
}
