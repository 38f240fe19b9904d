import { type Model, model } from './model.gen.ts'

export const isModelContentType = (id: string): id is keyof Model => Object.hasOwn(model, id)
