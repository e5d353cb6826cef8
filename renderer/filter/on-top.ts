/** Shows a popover above all panels, which would cut it off. */
export const onTop = (element: HTMLElement | null): void => {
  element?.showPopover();
};
