import { call } from '../../api/call.ts';
import type { Invitation } from '../../api/operations.ts';
import { arrival } from '../../tanks/arrival.ts';

type Offer = {
  id: number;
  role: Invitation['role'];
  name: string;
  code: string | undefined;
  /** Token of somebody whose session has not begun yet. */
  bearer?: string;
};

/** Accepts an invitation. @returns the address of the tank or the group, which says what was accepted. */
export async function acceptOffer({ id, role, name, code, bearer }: Offer): Promise<string> {
  const { device_id, group_id } = await call('POST /api/devices.php?action=accept', {
    body: { id, code },
    ...(bearer !== undefined && { bearer }),
  });
  const path = group_id === null ? `/tanks/${device_id}` : `/groups/${group_id}`;
  arrival.value = { path, name, role };
  return path;
}
