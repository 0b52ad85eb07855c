import { formatNaira } from '#contract/rules/money/money.ts';
import type { JoinedGroup } from '#contract/schemas/group.ts';
import { Button } from '../../../ui/control/Button.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { getGroupPaidNaira } from './group-figures.ts';

interface Props {
  group: JoinedGroup;
  isBusy: boolean;
  onLeave: () => void;
  onClose: () => void;
}

export function LeaveGroupDialog({ group, isBusy, onLeave, onClose }: Props) {
  const back = formatNaira(getGroupPaidNaira(group) - (group.refundedAmount ?? 0));
  return (
    <Dialog title="Leave this group?" onClose={onClose}>
      <p>{`You leave the group for ${group.productId.title}. ${back} goes back to your wallet.`}</p>
      <Button wide variant="line" data-autofocus="" onClick={onClose}>
        Stay in the group
      </Button>
      <Button wide variant="danger" onClick={onLeave} busyLabel={isBusy && 'Leaving...'}>
        Leave group
      </Button>
    </Dialog>
  );
}
