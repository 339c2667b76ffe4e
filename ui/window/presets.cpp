#include "ui/window/presets.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "core/scenario/scenario_json.h"

namespace hessianscope {
namespace {

QByteArray read_resource(const QString& name) {
  QFile file(QStringLiteral(":/presets/") + name);
  file.open(QIODevice::ReadOnly);  // part of the program: it is there
  return file.readAll();
}

}  // namespace

std::vector<Preset> read_presets() {
  std::vector<Preset> presets;
  const QJsonArray index =
      QJsonDocument::fromJson(read_resource(QStringLiteral("index.json"))).array();
  for (const QJsonValue& entry : index) {
    const QString file = entry[QStringLiteral("file")].toString();
    presets.push_back({entry[QStringLiteral("title")].toString(),
                       entry[QStringLiteral("look")].toString(),
                       scenario_from_json(read_resource(file).toStdString(), file.toStdString())});
  }
  return presets;
}

}  // namespace hessianscope
