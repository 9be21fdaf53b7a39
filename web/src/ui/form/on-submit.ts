/** A form's `onSubmit` that hands its fields to `act` in place of loading a page. */
export function onSubmit(act: (form: FormData) => unknown) {
  return (event: SubmitEvent & { currentTarget: HTMLFormElement }): void => {
    event.preventDefault();
    void act(new FormData(event.currentTarget));
  };
}
