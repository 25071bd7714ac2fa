// Which field of the form is what, whatever it is called and of whichever kind. Do not edit: change the form.
const fields = $('Form').params.formFields.values.filter(({ fieldType }) => !['html', 'hiddenField', 'file'].includes(fieldType));
const email = fields.find(({ fieldType }) => fieldType === 'email') ?? fields.find(({ fieldLabel }) => /mail|メール/i.test(fieldLabel));
const others = fields.filter((one) => one !== email);
const idea = others.find(({ requiredField }) => requiredField) ?? others[0];
const details = others.find((one) => one !== idea && one.fieldType === 'textarea');
export default [{ json: { idea: idea?.fieldLabel ?? '', details: details?.fieldLabel ?? '', email: email?.fieldLabel ?? '' } }];
