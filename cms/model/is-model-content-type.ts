import { type Model, model } from './model.gen.ts'

/** Whether the content type is in the model. */
export const isModelContentType = (id: string): id is keyof Model => Object.hasOwn(model, id)
