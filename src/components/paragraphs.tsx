import { Children } from 'react'

/** Paragraphs of an editor, each at its place: two of them may be equal, so the text cannot be the key. */
export const Paragraphs = ({ texts }: { readonly texts: readonly string[] }) =>
  Children.map(texts, (text) => <p>{text}</p>)
