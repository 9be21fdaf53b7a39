import { useLocation } from 'preact-iso';
import { callRaw } from '../../api/call.ts';
import { profile } from '../../session/profile.ts';
import { CsvButton } from '../../sms-account/files/csv-button.tsx';
import { statuses } from '../../sms-account/message-state/message-state.ts';
import { stateName } from '../../sms-account/message-state/state-words.ts';
import { SmsPage } from '../../sms-account/sms-page.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, SelectField } from '../../ui/form/field.tsx';
import { formText, onSubmit } from '../../ui/form/use-action.ts';
import { addressOf, type MessageFilter, queryOf, readFilter } from './message-filter.ts';
import { ListedMessages, useMessages } from './message-list.tsx';
import { say } from './words.ts';

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
          <CsvButton
            label={say.file()}
            name="messages"
            fetchFile={(signal) =>
              callRaw('GET /v1/account/sms/messages', {
                query: { ...queryOf(filter, timeZone), format: 'csv' },
                signal,
              })
            }
          />
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

type Props = {
  filter: MessageFilter;
  failure: Error | undefined;
  onFilter: (filter: MessageFilter) => void;
};

function FilterForm({ filter, failure, onFilter }: Props) {
  const isFiltered = Object.values(filter).some((each) => each !== '');
  const submit = (form: FormData) => {
    const names = ['status', 'to', 'campaign', 'from', 'until', 'job_id'];
    onFilter(readFilter(Object.fromEntries(names.map((name) => [name, formText(form, name)]))));
  };
  return (
    <details class="card" open={isFiltered || matchMedia('(min-width: 900px)').matches}>
      <summary class="sms-send-summary">
        <h2>{say.filters()}</h2>
      </summary>
      <form class="stack" onSubmit={onSubmit(submit)}>
        <div class="sms-send-filters">
          <SelectField
            label={say.status()}
            name="status"
            value={filter.status}
            options={[
              ['', say.any()],
              ...statuses.map((each) => [each, stateName[each]()] as const),
            ]}
          />
          <Field
            label={say.phone()}
            name="to"
            type="tel"
            defaultValue={filter.to}
            failure={failure}
          />
          <Field
            label={say.campaign()}
            name="campaign"
            maxLength={100}
            defaultValue={filter.campaign}
            failure={failure}
          />
          <Field label={say.from()} name="from" type="date" defaultValue={filter.from} />
          <Field label={say.until()} name="until" type="date" defaultValue={filter.until} />
          <Field
            label={say.job()}
            name="job_id"
            inputMode="numeric"
            pattern="[0-9]{1,15}"
            defaultValue={filter.job}
            failure={failure}
          />
        </div>
        <div class="row">
          <Button type="submit">{say.filter()}</Button>
          {isFiltered && (
            <a class="button" href="/sms/messages">
              {say.clear()}
            </a>
          )}
        </div>
      </form>
    </details>
  );
}
