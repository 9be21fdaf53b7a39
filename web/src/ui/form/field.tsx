import type {
  ComponentChildren,
  GenericEventHandler,
  InputHTMLAttributes,
  JSX,
  TextareaHTMLAttributes,
} from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Failure } from '../../api/failure.ts';
import { sayFault } from '../failures/known-sentences.ts';
import { say } from '../words.ts';
import { Combobox } from './combobox/combobox.tsx';
import type { Option } from './combobox/find-options.ts';

type Common = {
  label: string;
  /** Name of the field in the API: a failure that names it is shown beneath. */
  name: string;
  hint?: ComponentChildren;
  failure?: Error | undefined;
  isOptional?: boolean | undefined;
};

/** `list` names a datalist, which Preact's union of attributes gives to some types only. */
type InputProps = Common & { list?: string } & Omit<InputHTMLAttributes, 'name' | 'label' | 'role'>;

export function Field(props: InputProps) {
  const { label, name, hint, failure, isOptional, ...rest } = props;
  // `Omit` loses the union by `type`; the value is one of its members.
  const input = rest as InputHTMLAttributes;
  const { id, described, frame } = useFrame({ label, name, hint, failure, isOptional });
  return frame(<input {...input} {...described} id={id} name={name} class="input" />);
}

type FileProps = Common & {
  accept: string;
  onChange?: GenericEventHandler<HTMLInputElement>;
};

/** A file field with a button in the dashboard's language; the browser's own uses the browser's. */
export function FileField({ accept, onChange, ...common }: FileProps) {
  const [file, setFile] = useState('');
  const { id, described, frame } = useFrame(common);
  const own = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const form = own.current?.form;
    const forget = () => setFile('');
    form?.addEventListener('reset', forget);
    return () => form?.removeEventListener('reset', forget);
  }, []);
  return frame(
    <div class="file-field">
      <input
        {...described}
        ref={own}
        id={id}
        name={common.name}
        accept={accept}
        type="file"
        class="hidden"
        onChange={(event) => {
          setFile(event.currentTarget.files?.[0]?.name ?? '');
          onChange?.(event);
          // Choosing the same file again, corrected meanwhile, counts as a change.
          event.currentTarget.value = '';
        }}
      />
      <label for={id} class="button">
        {say.chooseFile()}
      </label>
      <span class="faint file-name">{file || say.noFile()}</span>
    </div>,
  );
}

type AreaProps = Common & Omit<TextareaHTMLAttributes, 'name' | 'label' | 'role'>;

export function TextField(props: AreaProps) {
  const { label, name, hint, failure, isOptional, ...area } = props;
  const { id, described, frame } = useFrame({ label, name, hint, failure, isOptional });
  return frame(<textarea {...area} {...described} id={id} name={name} class="input" />);
}

type SelectProps = Common & {
  options: readonly Option[];
  value?: string;
  disabled?: boolean;
  /** Set where options are in an order that everybody knows, such as months: they are found by looking. */
  isOrdered?: boolean;
  /** Left out where a form reads the choice when it is sent. */
  onChange?: (event: { currentTarget: { value: string } }) => void;
};

/** Most of a list that one finds by looking: a longer list is searched. */
export const mostWithoutSearch = 12;

export function SelectField({ options, value = '', isOrdered = false, ...props }: SelectProps) {
  const { label, name, hint, failure, isOptional, onChange, ...select } = props;
  const { id, described, frame } = useFrame({ label, name, hint, failure, isOptional });
  const [own, setOwn] = useState(value);
  useEffect(() => setOwn(value), [value]);
  if (options.length > mostWithoutSearch && !isOrdered) {
    return frame(
      <Combobox
        {...{ id, name, label, options, described }}
        value={onChange ? value : own}
        isDisabled={select.disabled}
        onChoose={(chosen) =>
          onChange ? onChange({ currentTarget: { value: chosen } }) : setOwn(chosen)
        }
      />,
    );
  }
  return frame(
    <select {...select} {...described} id={id} name={name} class="input" onChange={onChange}>
      {options.map(([each, text]) => (
        <option key={each} value={each} selected={each === value}>
          {text}
        </option>
      ))}
    </select>,
  );
}

/** Common layout of fields: label, hint, fault, and their links for screen readers. */
function useFrame({ label, name, hint, failure, isOptional = false }: Common) {
  const id = useId();
  const wrong = failure instanceof Failure ? failure.of(name) : undefined;
  const described = {
    'aria-invalid': wrong !== undefined,
    'aria-describedby': wrong !== undefined || hint ? `${id}-about` : undefined,
  } as const;
  const frame = (control: JSX.Element) => (
    <div class={`field ${wrong === undefined ? '' : 'field-wrong'}`}>
      <label for={id}>
        {label}
        {isOptional && <span class="faint"> ({say.optional()})</span>}
      </label>
      {control}
      {(wrong !== undefined || hint) && (
        <p id={`${id}-about`} class={wrong === undefined ? 'hint' : 'wrong'}>
          {wrong === undefined ? hint : sayFault(wrong)}
        </p>
      )}
    </div>
  );
  return { id, described, frame };
}
