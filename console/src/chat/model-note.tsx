import type { ChatModel } from 'anneal-contract/chat.ts'

/** The model that answers, or how to have one. */
export function ModelNote({ model }: { model: ChatModel | undefined }) {
  if (!model) return null
  if (model.model !== null)
    return (
      <div className="welcome stack">
        <h2>Ask, and see it run</h2>
        <p className="quiet-text">
          <code>{model.model}</code> answers. Code in its answers is run before you have to believe it; what fails goes
          back to the model, up to {model.rounds} answers for one question. Variables and files stay from answer to
          answer.
        </p>
      </div>
    )
  return (
    <div className="welcome stack">
      <h2>No model is configured</h2>
      <p className="quiet-text">{model.configure}</p>
      <p className="quiet-text">
        Answers from elsewhere run here all the same: paste one with its code in it, and send it.
      </p>
    </div>
  )
}
