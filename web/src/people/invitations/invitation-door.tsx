import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import { call } from '../../api/call.ts';
import { Failure } from '../../api/failure.ts';
import type { InvitationPreview } from '../../api/operations.ts';
import { beginSession } from '../../api/session.ts';
import { CodeField, Door, DoorForm, EmailField, useSecondStep } from '../../sign-in/door.tsx';
import { enterAccount, makeAccount } from '../../sign-in/enter.ts';
import { PresentPasswordField } from '../../sign-in/password-fields.tsx';
import { RegisterFields } from '../../sign-in/register-fields.tsx';
import { say as sayAtDoor } from '../../sign-in/words.ts';
import { Button } from '../../ui/button.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { Loaded, useLoad } from '../../ui/load.tsx';
import { acceptOffer } from './accept.ts';
import { invitedEmail } from './invitation-link.tsx';
import { meaningOf, OfferText } from './offer-text.tsx';
import { say } from './words.ts';

/** Link of an invitation without a session: who shares what, and one form to accept it. */
export function InvitationDoor() {
  const code = useRoute().params['code'] ?? '';
  const offer = useLoad(async (signal) => ({ found: await findOffer(code, signal) }), [code]);
  return (
    <Door title={say.invitation()}>
      <Loaded of={offer}>
        {({ found }) => (found ? <Offer offer={found} code={code} /> : <NoOffer />)}
      </Loaded>
    </Door>
  );
}

async function findOffer(code: string, signal: AbortSignal) {
  try {
    return await call('GET /api/devices.php?action=invitation', { query: { code }, signal });
  } catch (error) {
    if (error instanceof Failure && (error.status === 404 || error.status === 400))
      return undefined;
    throw error;
  }
}

function NoOffer() {
  return (
    <>
      <p>{say.isNone()}</p>
      <p>
        <a class="button" href="/sign-in">
          {sayAtDoor.signIn()}
        </a>
      </p>
    </>
  );
}

type OfferProps = { offer: InvitationPreview; code: string };

function Offer({ offer, code }: OfferProps) {
  const { role, from, name } = offer;
  const [isKnown, setKnown] = useState(false);
  const email = invitedEmail();
  const { route } = useLocation();
  const secondStep = useSecondStep();
  const enter = async (bearer: string) => {
    const accepted = acceptOffer({ ...offer, name: name ?? say.aTank(), code, bearer });
    // Meant for another e-mail, or ended meanwhile: the session's own screen says so.
    const path = await accepted.catch(() => undefined);
    if (path !== undefined) route(path, true);
    beginSession(bearer);
  };
  const registering = useAction(async (form: FormData) => enter(await makeAccount(form)));
  const signingIn = useAction((form: FormData) =>
    secondStep.enter(form, async (proof) => enter(await enterAccount(form, proof))),
  );
  return (
    <>
      <OfferText role={role} who={from} name={name} />
      <p class="faint">{meaningOf(role)}</p>
      {isKnown ? (
        <DoorForm key="known" action={signingIn} submit={say.enterAndAccept()}>
          <EmailField failure={signingIn.failure} known={email} />
          <PresentPasswordField label={sayAtDoor.password()} failure={signingIn.failure} />
          {secondStep.isAsked && <CodeField failure={signingIn.failure} />}
        </DoorForm>
      ) : (
        <DoorForm key="new" action={registering} submit={say.registerAndAccept()}>
          <RegisterFields failure={registering.failure} email={email} />
        </DoorForm>
      )}
      <p>
        <Button look="quiet" onClick={() => setKnown(!isKnown)}>
          {isKnown ? sayAtDoor.noAccount() : sayAtDoor.hasAccount()}
        </Button>
      </p>
    </>
  );
}
