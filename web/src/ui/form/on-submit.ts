/** A form's `onSubmit` that hands its fields to `act` in place of loading a page. */
export function onSubmit(act: (form: FormData) => unknown) {
  return (event: SubmitEvent & { currentTarget: HTMLFormElement }): void => {
    event.preventDefault();
    void act(new FormData(event.currentTarget));
  };
}

/** A text field of a form as it was typed; empty where there is none. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
