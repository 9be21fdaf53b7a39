import { useLocation } from 'preact-iso';
import { profile } from '../../session/profile.ts';
import { SmsPage } from '../../sms-account/sms-page.tsx';
import { Button } from '../../ui/button.tsx';
import { FilterForm } from './filter-form.tsx';
import { addressOf, queryOf, readFilter } from './message-filter.ts';
import { ListedMessages, useMessages } from './message-list.tsx';
import { say } from './words.ts';

/** Every message of the account; which of them are shown stands in the address. */
export function Messages() {
  const { query, route } = useLocation();
  const filter = readFilter(query);
  const timeZone = profile.value?.user.timezone ?? 'Africa/Nairobi';
  const messages = useMessages(queryOf(filter, timeZone), '');
  const { failure, isLoading, reload } = messages.list;
  return (
    <SmsPage
      title={say.title()}
      actions={
        <>
          <Button isBusy={isLoading} onClick={() => void reload()}>
            {say.lookAgain()}
          </Button>
          <a class="button button-main" href="/sms/compose">
            {say.compose()}
          </a>
        </>
      }
    >
      <FilterForm
        key={addressOf(filter)}
        filter={filter}
        failure={failure}
        onFilter={(wanted) => route(addressOf(wanted))}
      />
      <ListedMessages
        messages={messages}
        {...(addressOf(filter) === '/sms/messages' && { none: say.noneYet() })}
      />
    </SmsPage>
  );
}
