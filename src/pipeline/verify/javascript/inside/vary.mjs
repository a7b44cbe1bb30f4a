import { inputsFor, randomInput } from './inputs.mjs'

/** Nothing but a string: a call of its methods may follow it. */
const STRING = /^'(?:[^'\\]|\\.)*'$/

/** Another scene near one that reached something new: one argument, or one step, is changed. */
export function vary(scene, target, around) {
  const { random } = around
  if (!target.members || (scene.steps.length === 0 && random() < 0.5)) {
    return { ...scene, args: varyRow(scene.args, target.parameters, around) }
  }
  if (random() < 0.2) return { ...scene, args: varyRow(scene.args, target.parameters, around) }
  const steps = [...scene.steps]
  const place = Math.floor(random() * steps.length)
  const step = steps[place]
  if (!step) return scene
  if (random() < 0.3) steps.splice(place, 0, step)
  else if (random() < 0.2) steps.splice(place, 1)
  else if (step.isRead) return scene
  else {
    const { parameters } = target.members.find(({ name }) => name === step.member)
    steps[place] = { ...step, args: varyRow(step.args, parameters, around) }
  }
  return { ...scene, steps }
}

function varyRow(args, parameters, around) {
  const { random } = around
  if (args.length === 0) return args
  const place = Math.floor(random() * args.length)
  const shape = (parameters[place] ?? parameters.at(-1))?.shape ?? { kind: 'unknown' }
  const changed = varyText(args[place], shape, around)
  return args.map((text, index) => (index === place ? changed : text))
}

function varyText(text, shape, around) {
  const { random } = around
  const choice = random()
  if (/^-?\d+(?:\.\d+)?$/.test(text) && choice < 0.6) {
    const number = Number(text)
    return String([number + 1, number - 1, number * 2, -number, number + 0.5, number + 10][Math.floor(random() * 6)])
  }
  if (STRING.test(text) && choice < 0.6) return varyString(text, around)
  if (text.startsWith('[') && shape.kind === 'array' && choice < 0.6) {
    const item = randomInput(shape.of, around)
    return text === '[]'
      ? `[${item}]`
      : random() < 0.5
        ? `[${item}, ${text.slice(1)}`
        : `${text.slice(0, -1)}, ${item}]`
  }
  if (choice < 0.8) return randomInput(shape, around)
  const texts = inputsFor(shape, around)
  return texts[Math.floor(random() * texts.length)]
}

function varyString(text, { random, constants }) {
  const added =
    constants.strings.length && random() < 0.5
      ? constants.strings[Math.floor(random() * constants.strings.length)]
      : 'aZ9 -.é'[Math.floor(random() * 7)]
  const safe = JSON.stringify(added).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  const choice = random()
  if (choice < 0.4) return `'${safe}${text.slice(1)}`
  if (choice < 0.8) return `${text.slice(0, -1)}${safe}'`
  return /^'[ -~]{3}/.test(text) && !text.includes('\\') ? `'${text.slice(2)}` : `'${safe}'`
}
