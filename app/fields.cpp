// hessianscope fields; and the text of --help and --version.
#include "app/commands.h"
#include "app/standard_output.h"
#include "core/scenario/scenario_json.h"

namespace hessianscope {

void run(const FieldsCommand&) {
  print(field_table_to_json());
}

void run(const SayCommand& command) {
  print(command.text);
}

}  // namespace hessianscope
