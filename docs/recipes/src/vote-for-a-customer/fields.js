// Which field of the form is what, whatever it is called and of whichever kind. Do not edit: change the form.
const fields = $('Request').params.formFields.values.filter(({ fieldType }) => !['html', 'hiddenField', 'file'].includes(fieldType));
const email = fields.find(({ fieldType }) => fieldType === 'email') ?? fields.find(({ fieldLabel }) => /mail|メール/i.test(fieldLabel));
const others = fields.filter((one) => one !== email);
const words = others.find(({ requiredField }) => requiredField) ?? others[0];
const ticket = others.find((one) => one !== words && ['text', 'number'].includes(one.fieldType));
export default [{ json: { email: email?.fieldLabel ?? '', words: words?.fieldLabel ?? '', ticket: ticket?.fieldLabel ?? '' } }];
