import { Route } from 'preact-iso';
import { isSignedIn } from '../api/session.ts';
import { Home } from '../home/home.tsx';
import { TankAtOnce } from '../tank-view/tanks-coming.tsx';
import { lazyScreen } from '../ui/lazy-screen.tsx';

// Screens load when first opened: the first load is the home screen alone.
const SignIn = lazyScreen(() => import('../sign-in/sign-in.tsx').then((room) => room.SignIn));
const Register = lazyScreen(() => import('../sign-in/sign-in.tsx').then((room) => room.Register));
const Reset = lazyScreen(() => import('../sign-in/reset.tsx').then((room) => room.Reset));
const TankScreen = lazyScreen(
  () => import('../tank/tank.tsx').then((room) => room.TankScreen),
  TankAtOnce,
);
const WaterScreen = lazyScreen(() => import('../water/water.tsx').then((room) => room.WaterScreen));
const Fleet = lazyScreen(() => import('../fleet/fleet.tsx').then((room) => room.Fleet));
const DevicesMap = lazyScreen(() => import('../map/map.tsx').then((room) => room.DevicesMap));
const NewDevice = lazyScreen(() =>
  import('../device-setup/new-device.tsx').then((room) => room.NewDevice),
);
const StartDevice = lazyScreen(() =>
  import('../device-setup/start-device.tsx').then((room) => room.StartDevice),
);
const ImportDevices = lazyScreen(() =>
  import('../device-setup/import/import-devices.tsx').then((room) => room.ImportDevices),
);
const ImportScreen = lazyScreen(() =>
  import('../device-setup/import/import-screen.tsx').then((room) => room.ImportScreen),
);
const Labels = lazyScreen(() =>
  import('../device-setup/labels/labels.tsx').then((room) => room.Labels),
);
const DeviceSetup = lazyScreen(() =>
  import('../device-setup/device-setup.tsx').then((room) => room.DeviceSetup),
);
const Programs = lazyScreen(() =>
  import('../account/programs/programs.tsx').then((room) => room.Programs),
);
const Lorawan = lazyScreen(() =>
  import('../account/lorawan/lorawan.tsx').then((room) => room.Lorawan),
);
const Account = lazyScreen(() => import('../account/account.tsx').then((room) => room.Account));
const Alerts = lazyScreen(() => import('../alerts/alerts.tsx').then((room) => room.Alerts));
const IncidentScreen = lazyScreen(() =>
  import('../alerts/incident/incident.tsx').then((room) => room.IncidentScreen),
);
const Notifications = lazyScreen(() =>
  import('../notifications/notifications.tsx').then((room) => room.Notifications),
);
const SmsScreen = lazyScreen(() =>
  import('../notifications/channels/sms-screen.tsx').then((room) => room.SmsScreen),
);
const InvitationScreen = lazyScreen(() =>
  import('../people/invitations/invitation-screen.tsx').then((room) => room.InvitationScreen),
);
const InvitationDoor = lazyScreen(() =>
  import('../people/invitations/invitation-door.tsx').then((room) => room.InvitationDoor),
);
const People = lazyScreen(() => import('../people/people.tsx').then((room) => room.People));
const DeviceLog = lazyScreen(() =>
  import('../people/log/device-log.tsx').then((room) => room.DeviceLog),
);
const TankGroups = lazyScreen(() =>
  import('../tank-groups/groups.tsx').then((room) => room.TankGroups),
);
const TankGroupScreen = lazyScreen(() =>
  import('../tank-groups/group.tsx').then((room) => room.TankGroupScreen),
);
const Reports = lazyScreen(() => import('../reports/reports.tsx').then((room) => room.Reports));
const Monthly = lazyScreen(() =>
  import('../reports/monthly/monthly.tsx').then((room) => room.Monthly),
);
const SmsOverview = lazyScreen(() =>
  import('../sms-account/sms-overview.tsx').then((room) => room.SmsOverview),
);
const Ledger = lazyScreen(() =>
  import('../sms-account/ledger/ledger.tsx').then((room) => room.Ledger),
);
const SmsDays = lazyScreen(() => import('../sms-account/days/days.tsx').then((room) => room.Days));
const Keys = lazyScreen(() => import('../sms-account/keys/keys.tsx').then((room) => room.Keys));
const OptOuts = lazyScreen(() =>
  import('../sms-account/opt-outs/opt-outs.tsx').then((room) => room.OptOuts),
);
const InboundMessages = lazyScreen(() =>
  import('../sms-account/inbound/inbound.tsx').then((room) => room.InboundMessages),
);
const SmsSettings = lazyScreen(() =>
  import('../sms-account/settings/settings.tsx').then((room) => room.SmsSettings),
);
const Groups = lazyScreen(() => import('../sms-groups/groups.tsx').then((room) => room.Groups));
const GroupScreen = lazyScreen(() =>
  import('../sms-groups/group.tsx').then((room) => room.GroupScreen),
);
const Webhooks = lazyScreen(() =>
  import('../sms-webhooks/webhooks.tsx').then((room) => room.Webhooks),
);
const SmsAdmin = lazyScreen(() => import('../sms-admin/admin.tsx').then((room) => room.SmsAdmin));
const Compose = lazyScreen(() =>
  import('../sms-send/compose/compose.tsx').then((room) => room.Compose),
);
const Jobs = lazyScreen(() => import('../sms-send/jobs/jobs.tsx').then((room) => room.Jobs));
const JobScreen = lazyScreen(() =>
  import('../sms-send/jobs/job.tsx').then((room) => room.JobScreen),
);
const Messages = lazyScreen(() =>
  import('../sms-send/messages/messages.tsx').then((room) => room.Messages),
);
const MessageScreen = lazyScreen(() =>
  import('../sms-send/messages/message.tsx').then((room) => room.MessageScreen),
);
const More = lazyScreen(() => import('./more.tsx').then((room) => room.More));

export function appRoutes() {
  return [
    <Route key="home" path="/" component={Home} />,
    <Route key="tank" path="/tanks/:id" component={TankScreen} />,
    <Route key="water" path="/tanks/:id/water" component={WaterScreen} />,
    <Route key="tank-groups" path="/groups" component={TankGroups} />,
    <Route key="tank-group" path="/groups/:id" component={TankGroupScreen} />,
    <Route key="fleet" path="/fleet" component={Fleet} />,
    <Route key="map" path="/map" component={DevicesMap} />,
    <Route key="new-device" path="/devices/new" component={NewDevice} />,
    <Route key="import" path="/devices/import" component={ImportDevices} />,
    <Route key="import-screen" path="/devices/imports/:id" component={ImportScreen} />,
    <Route key="labels" path="/devices/labels" component={Labels} />,
    <Route key="device" path="/devices/:id" component={DeviceSetup} />,
    <Route key="start" path="/devices/:id/start" component={StartDevice} />,
    <Route key="people" path="/devices/:id/people" component={People} />,
    <Route key="device-log" path="/devices/:id/log" component={DeviceLog} />,
    <Route key="alerts" path="/alerts" component={Alerts} />,
    <Route key="alert" path="/alerts/:id" component={IncidentScreen} />,
    <Route key="reports" path="/reports" component={Reports} />,
    <Route key="monthly" path="/reports/monthly" component={Monthly} />,
    <Route key="account" path="/account" component={Account} />,
    <Route key="programs" path="/account/programs" component={Programs} />,
    <Route key="lorawan" path="/account/lorawan" component={Lorawan} />,
    <Route key="notifications" path="/account/notifications" component={Notifications} />,
    <Route key="sms-alerts" path="/account/notifications/sms" component={SmsScreen} />,
    <Route key="sms" path="/sms" component={SmsOverview} />,
    <Route key="sms-ledger" path="/sms/ledger" component={Ledger} />,
    <Route key="sms-days" path="/sms/days" component={SmsDays} />,
    <Route key="sms-keys" path="/sms/keys" component={Keys} />,
    <Route key="sms-opt-outs" path="/sms/opt-outs" component={OptOuts} />,
    <Route key="sms-inbound" path="/sms/inbound" component={InboundMessages} />,
    <Route key="sms-settings" path="/sms/settings" component={SmsSettings} />,
    <Route key="sms-groups" path="/sms/groups" component={Groups} />,
    <Route key="sms-group" path="/sms/groups/:id" component={GroupScreen} />,
    <Route key="sms-webhooks" path="/sms/webhooks" component={Webhooks} />,
    <Route key="sms-admin" path="/sms/admin" component={SmsAdmin} />,
    <Route key="sms-compose" path="/sms/compose" component={Compose} />,
    <Route key="sms-jobs" path="/sms/jobs" component={Jobs} />,
    <Route key="sms-job" path="/sms/jobs/:id" component={JobScreen} />,
    <Route key="sms-messages" path="/sms/messages" component={Messages} />,
    <Route key="sms-message" path="/sms/messages/:id" component={MessageScreen} />,
    <Route key="more" path="/more" component={More} />,
  ];
}

/** One route, as the router looks for another only once the address changes. */
function Invited() {
  return isSignedIn.value ? <InvitationScreen /> : <InvitationDoor />;
}

/** Routes that there are with and without a session. */
export function openRoutes() {
  return [<Route key="invitation" path="/invitations/:code" component={Invited} />];
}

export function doorRoutes() {
  return [
    <Route key="sign-in" path="/sign-in" component={SignIn} />,
    <Route key="register" path="/register" component={Register} />,
    <Route key="reset" path="/reset" component={Reset} />,
  ];
}
