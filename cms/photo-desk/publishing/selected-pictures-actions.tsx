interface SelectedPicturesActionsProps {
  /** The entries of the selected pictures. */
  readonly entryIds: ReadonlySet<string>
  /** Called after an action, with a sentence about what is done. */
  readonly onDone: (text: string) => void
}

/** What can be done with several pictures at once: take down, archive, restore, publish. Each action asks first. */
export function SelectedPicturesActions(_props: SelectedPicturesActionsProps) {
  return null
}
